//! [files]
//! "/c.json" = "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  }\n}\n"
