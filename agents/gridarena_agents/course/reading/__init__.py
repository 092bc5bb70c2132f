"""From a path to parsed sources: archives, folders, modules and their imports, the generation they are made for."""
