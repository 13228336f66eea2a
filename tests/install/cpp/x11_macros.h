// The macros of X11's Xlib.h and X.h that are words: a host may have them before our headers.
#pragma once

#define Always 2
#define Bool int
#define Complex 0
#define Convex 2
#define CursorShape 0
#define False 0
#define None 0L
#define Status int
#define Success 0
#define True 1
#define Unsorted 0
