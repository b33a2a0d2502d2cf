#!/bin/sh
# A server of the Model Context Protocol over standard streams whose tools misbehave by their names.
# $LOG, where it is set, is a file that says what was received and when it ended.

say() { printf '%s\n' "$1"; }
note() { if [ -n "$LOG" ]; then printf '%s\n' "$1" >> "$LOG"; fi; }
result() { say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$1}"; }
text() { result "{\"content\":[{\"type\":\"text\",\"text\":\"$1\"}]}"; }
tool() { printf '{"name":"%s","description":"Does %s.","inputSchema":{"type":"object"}}' "$1" "$1"; }

extra=
note "start $$"
echo "starting with $SECRET" >&2
if [ -n "$FAIL" ]; then
  echo "no configuration found" >&2
  exit 3
fi
if [ -n "$MUTE" ]; then
  while read -r line; do :; done
  exit 0
fi
if [ -n "$STUBBORN" ]; then trap '' TERM; fi

while read -r line; do
  id=${line#*\"id\":}
  id=${id%%[,\}]*}
  case $line in
  *'"method":"initialize"'*)
    if [ -n "$REFUSE" ]; then
      say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32000,\"message\":\"no licence\"}}"
      continue
    fi
    echo "a banner that is no message"
    result '{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true},"resources":{}},"serverInfo":{"name":"scripted","version":"1"},"instructions":"Use echo first.\nThen the rest."}'
    ;;
  *'"method":"tools/list"'*)
    case $line in
    *'"cursor":"two"'*)
      result "{\"tools\":[$(tool die),$(tool stall),$(tool flood),$(tool endless),$(tool deep),$(tool lie),$(tool nonsense),$(tool unknown-id),$(tool grow),$(tool ask),$(tool count),$(tool env),$(tool leak)$extra]}"
      ;;
    *)
      result "{\"tools\":[{\"name\":\"echo\",\"description\":\"Answers its argument.\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]},\"outputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]},\"annotations\":{\"readOnlyHint\":true}},{\"name\":\"get-text\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true}},{\"name\":\"get text\",\"inputSchema\":{\"type\":\"object\"}},{\"name\":\"broken\",\"inputSchema\":{\"type\":\"nothing\"}},{\"name\":\"image\",\"inputSchema\":{\"type\":\"object\"}},{\"name\":\"fail\",\"inputSchema\":{\"type\":\"object\"}},{\"name\":\"refuse\",\"inputSchema\":{\"type\":\"object\"}},{\"name\":\"bare\",\"description\":\"Has no schema.\"},{\"name\":\"odd\",\"inputSchema\":null,\"annotations\":7},{\"name\":\"half\",\"inputSchema\":[]},{\"description\":\"Has no name.\"}],\"nextCursor\":\"two\"}"
      ;;
    esac
    ;;
  *'"method":"tools/call"'*)
    note "call $line"
    case $line in
    *'"name":"echo"'*) result "{\"content\":[],\"structuredContent\":{\"text\":\"$$\"}}" ;;
    *'"name":"get-text"'*) text 'plain' ;;
    *'"name":"get text"'*) text '{\"a\":[1,2]}' ;;
    *'"name":"broken"'*) text 'works' ;;
    *'"name":"image"'*) result '{"content":[{"type":"text","text":"one"},{"type":"image","data":"AQID","mimeType":"image/png"}]}' ;;
    *'"name":"fail"'*) result '{"isError":true,"content":[{"type":"text","text":"no such issue"}],"structuredContent":{"status":404}}' ;;
    *'"name":"refuse"'*) say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32602,\"message\":\"title is missing\",\"data\":{\"field\":\"title\"}}}" ;;
    *'"name":"bare"'*) text 'works, too' ;;
    *'"name":"odd"'*) result '{"content":[{"type":"text","text":"one"},{"type":"video","url":"u","seconds":3},{"type":"text"}]}' ;;
    *'"name":"half"'*) text 'cut \ud83d off, \ud83d\ude00 whole' ;;
    *'"name":"die"'*) echo "out of cheese" >&2; exit 7 ;;
    *'"name":"stall"'*) ;;
    *'"name":"flood"'*) printf '{"result":{"content":[{"type":"text","text":"'; head -c 300000 /dev/zero | tr '\0' x; say "\"}]},\"jsonrpc\":\"2.0\",\"id\":$id}" ;;
    *'"name":"endless"'*) printf '{"result":"'; tr '\0' x < /dev/zero ;;
    *'"name":"deep"'*) printf '{"jsonrpc":"2.0","id":%s,"result":' "$id"; head -c 20000 /dev/zero | tr '\0' '['; head -c 20000 /dev/zero | tr '\0' ']'; say '}' ;;
    *'"name":"lie"'*) result '{"surprise":true}' ;;
    *'"name":"nonsense"'*) say 'this is not JSON'; say '[1,2'; say '{}'; say '"x"'; text 'still there' ;;
    *'"name":"unknown-id"'*) say '{"jsonrpc":"2.0","id":987654,"result":{}}'; say '{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"?"}}'; text 'still there' ;;
    *'"name":"grow"'*) extra=",$(tool fresh)"; say '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'; text 'grown' ;;
    *'"name":"fresh"'*) text 'new' ;;
    *'"name":"ask"'*)
      say '{"jsonrpc":"2.0","id":"q1","method":"elicitation/create","params":{"message":"Which colour?","requestedSchema":{"type":"object","properties":{"colour":{"type":"string"}}}}}'
      call=$id
      while read -r answer; do
        case $answer in
        *'"id":"q1"'*) id=$call; text "$(printf '%s' "$answer" | sed 's/["\\]/_/g')"; break ;;
        esac
      done
      ;;
    *'"name":"count"'*) text "$$" ;;
    *'"name":"env"'*) text "$(env | cut -d= -f1 | sort | tr '\n' ' ')" ;;
    *'"name":"leak"'*) echo "the key $SECRET is wrong" >&2; exit 1 ;;
    esac
    ;;
  *'"method":"notifications/cancelled"'*) note "cancelled $line" ;;
  *'"method":"resources/list"'*) result '{"resources":[{"uri":"mem:one","name":"one","mimeType":"text/plain"}]}' ;;
  *'"method":"resources/templates/list"'*) say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32601,\"message\":\"unknown\"}}" ;;
  *'"method":"resources/read"'*)
    case $line in
    *mem:one*) result '{"contents":[{"uri":"mem:one","mimeType":"text/plain","text":"hello"}]}' ;;
    *mem:two*) result '{"contents":[{"uri":"mem:two","blob":"AQID"},{"uri":"mem:two","text":"x"}]}' ;;
    *) say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32002,\"message\":\"no such resource\"}}" ;;
    esac
    ;;
  esac
done
note "end $$"
if [ -n "$STUBBORN" ]; then while :; do sleep 1; done; fi
