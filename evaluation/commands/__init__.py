"""The commands of this ring, a module each; imported when used."""
