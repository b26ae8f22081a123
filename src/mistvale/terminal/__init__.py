"""The terminal table: the same scenes as in the browser, drawn in characters. `mistvale play` opens it."""
