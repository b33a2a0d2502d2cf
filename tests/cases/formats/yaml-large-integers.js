//! about = "An integer that no number holds is rounded as JSON.parse rounds it, and a note says so"

async () => [YAML.parse("id: 9007199254740993"), JSON.parse('{"id": 9007199254740993}')]
//= result: [{ id: 9007199254740992 }, { id: 9007199254740992 }]
//= console.warn: YAML.parse: 9007199254740993 has more digits than a number can hold, and was rounded: quote it in the text to keep them
