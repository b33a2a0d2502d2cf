/** Values and texts within a number of characters. */
import type { Json } from "./json.js";

/** A text of at most so many characters: its beginning and its end, and what was left out. */
export function shortenedText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const mark = `\n[cut: ${text.length} characters, the middle is left out]\n`;
  const room = Math.max(0, charactersMax - mark.length);
  const head = Math.ceil((room * 2) / 3);
  return withoutHalf(text.slice(0, head)) + mark + withoutHalf(text.slice(text.length - (room - head)));
}

/** Drops half of a surrogate pair at either end. */
function withoutHalf(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
}

/** Parts of which each is shown, however large the others are. */
const FEW = 12;
/** What a mark takes. */
const MARK = 40;

/** A value with the length of its JSON text, so that each part is measured once. */
interface Sized {
  value: Json;
  length: number;
  parts: { name: string; length: number; part: Sized }[];
}

function sized(value: Json): Sized {
  if (typeof value !== "object" || value === null) {
    return { value, length: JSON.stringify(value).length, parts: [] };
  }
  const entries = Object.entries(value);
  const parts = entries.map(([name, item]) => {
    const part = sized(item);
    const own = Array.isArray(value) ? 1 : JSON.stringify(name).length + 2;
    return { name, length: own + part.length, part };
  });
  return { value, length: parts.reduce((sum, part) => sum + part.length, 2), parts };
}

/** How much each part may take: small ones are whole, and large ones share what is left. */
function shares(lengths: number[], room: number): number[] {
  const order = lengths.map((_, index) => index);
  order.sort((a, b) => (lengths[a] as number) - (lengths[b] as number));
  const result = lengths.map(() => 0);
  let left = room;
  for (const [taken, index] of order.entries()) {
    const share = Math.min(lengths[index] as number, Math.floor(left / (order.length - taken)));
    result[index] = share;
    left -= share;
  }
  return result;
}

function within({ value, length, parts }: Sized, room: number): Json {
  if (length <= room) return value;
  if (typeof value === "string") {
    // Escapes make a text longer: as much shorter is what is shown of it.
    return shortenedText(value, Math.floor((room * value.length) / length));
  }
  if (typeof value !== "object" || value === null) return value;
  const inner = Math.max(0, room - 2 - MARK);
  // As many as fit whole, and at least a few, which share what there is.
  let count = 0;
  for (let sum = 0; count < parts.length; count += 1) {
    sum += parts[count]?.length as number;
    if (sum > inner && count >= Math.min(FEW, Math.floor(inner / MARK))) break;
  }
  const shown = parts.slice(0, count);
  const shares_ = shares(
    shown.map((part) => part.length),
    inner,
  );
  const cut = shown.map(({ name, part, length }, index): [string, Json] => [
    name,
    within(part, Math.max(0, (shares_[index] as number) - (length - part.length))),
  ]);
  const more = parts.length - count;
  if (Array.isArray(value)) {
    const items = cut.map(([, item]) => item);
    return more === 0 ? items : [...items, `[cut: ${more} of ${parts.length} items left out]`];
  }
  if (more > 0) cut.push(["[cut]", `${more} of ${parts.length} members left out`]);
  return Object.fromEntries(cut);
}

/**
 * A value whose JSON text has about at most so many characters. It is cut where it is large, not at
 * its end, and says there what was left out; with much less than its structure needs it is text.
 */
export function shortenedValue(value: Json, charactersMax: number): Json {
  const whole = sized(value);
  const cut = within(whole, charactersMax);
  const text = JSON.stringify(cut);
  return text.length <= charactersMax + MARK * 2 ? cut : shortenedText(text, charactersMax);
}
