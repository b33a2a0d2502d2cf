//! [files]
//! "/a.txt" = "The cat sat.\nConcatenate cats, CAT!\n\ncat\r\ncat-cat cat_cat\n  tail cat"
