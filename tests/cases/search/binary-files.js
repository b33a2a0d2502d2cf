//! [files]
//! "/bin" = { bytes = [255, 102, 111, 111] }
//! "/nul" = { bytes = [102, 111, 111, 0] }
//! "/text" = "foo"
//! "/mark" = { bytes = [239, 187, 191, 102, 111, 111] }

async () => {
  //+ fails
  return {
    text: await fails(() => state.searchText("/bin", "foo")),
    files: (await fails(() => state.searchFiles("/*", "foo"))).map((found) => [found.path, found.matches[0].column]),
    diff: await fails(() => state.diff("/bin", "/text")),
    json: await fails(() => state.readJson("/bin")),
  };
}

//= result: {
//=   text: [{ line: 1, column: 2, match: "foo", lineText: "�foo" }],
//=   files: [["/bin", 2], ["/mark", 1], ["/nul", 1], ["/text", 1]],
//=   diff: "Binary files /bin and /text differ\n",
//=   json: [
//=     "EBADMSG",
//=     "Invalid JSON in /bin: unexpected token '�' where a value should start (line 1, column 1)",
//=   ],
//= }
