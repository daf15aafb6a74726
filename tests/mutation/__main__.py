"""`python -m tests.mutation`. Children of the run import this module too, so it stays empty for them."""

if __name__ == "__main__":
    import sys

    from tests.mutation.runner import main

    sys.exit(main())
