"""Write a plan as the files and lists that people and programs read."""
