"""The one command `gridarena`. Nothing here is imported by the other packages."""
