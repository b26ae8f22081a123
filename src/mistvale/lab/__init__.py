"""The lab: the games in the forms that researchers' tools expect. Nothing of it is imported by play."""
