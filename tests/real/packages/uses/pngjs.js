import { PNG } from "pngjs";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export default async () => {
  const draw = (width, height) => { const image = new PNG({ width, height }); for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) image.data.set([x * 7, y * 5, (x * y) & 255, x % 3 ? 255 : 90], (y * width + x) * 4); return image; };
  const shown = ({ width, height, gamma, data, colorType, depth, palette, interlace }) => [width, height, gamma ?? null, colorType ?? null, depth ?? null, palette?.length ?? null, interlace ?? null, createHash("md5").update(data).digest("hex")];
  const image = draw(20, 15);
  const written = PNG.sync.write(image);
  const kinds = [{ colorType: 6 }, { colorType: 2, bgColor: { red: 9, green: 8, blue: 7 } }, { colorType: 0, inputColorType: 6 }, { colorType: 4 }, { inputHasAlpha: false, inputColorType: 6 }, { filterType: 4 }, { filterType: -1 }, { deflateLevel: 0 }, { deflateStrategy: 0, deflateChunkSize: 64 }];
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message]; } };
  const folder = mkdtempSync(join(tmpdir(), "png-")), path = join(folder, "a.png");
  await pipeline(draw(64, 64).pack(), createWriteStream(path));
  let metadata = null;
  const read = await new Promise((go, fail) => createReadStream(path, { highWaterMark: 100 }).pipe(new PNG({ filterType: 4 })).on("metadata", (about) => { metadata = about; }).on("parsed", function () { go(shown(this)); }).on("error", fail));
  rmSync(folder, { recursive: true });
  const part = new PNG({ width: 8, height: 8, fill: true });
  PNG.bitblt(image, part, 2, 3, 5, 4, 1, 1);
  const gamma = draw(4, 4);
  gamma.gamma = 0.5;
  PNG.adjustGamma(gamma);
  const parse = (bytes) => new Promise((go) => new PNG().parse(bytes, (error, data) => go(error ? error.message : shown(data))));
  const failed = (bytes) => new Promise((go) => Readable.from([bytes]).pipe(new PNG()).on("error", (error) => go(error.message)).on("parsed", () => go("parsed")));
  const damaged = Buffer.from(written);
  damaged[20] ^= 1;
  return {
    parsed: await parse(written), read, metadata,
    kinds: await Promise.all(kinds.map((options) => parse(PNG.sync.write(image, options)))),
    part: shown(part), gamma: shown(gamma),
    errors: [await failed(damaged), await failed(Buffer.from("nothing at all")), await failed(written.subarray(0, 60)), attempt(() => PNG.bitblt(image, part, 0, 0, 99, 1))],
    synchronous: [damaged, Buffer.from("nothing at all"), written, written.subarray(0, 60), PNG.sync.write(image, { interlace: true, colorType: 2 })].map((bytes) => attempt(() => shown(PNG.sync.read(bytes)))),
  };
};
