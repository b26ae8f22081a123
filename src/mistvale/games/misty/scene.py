def scene(view): return None
def tell(beat, before, after): return ""
