"""The rules of Moonshine Kingdom, one topic of the rulebook a module.

`legal_*` writes a mask and never the state; `can_*` answers; `apply_*` is a player's choice; `resolve_*` is automatic;
`count_*` reads. `t` is the TABLES record and `s` the STATE record throughout.
"""
