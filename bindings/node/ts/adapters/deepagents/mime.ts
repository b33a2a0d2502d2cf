/** Types of files by their names: those that models are shown as pictures, sounds, films and documents. */

const BINARY: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".heic": "image/heic",
  ".heif": "image/heif",
  ".mp3": "audio/mpeg",
  ".wav": "audio/wav",
  ".aiff": "audio/aiff",
  ".aac": "audio/aac",
  ".ogg": "audio/ogg",
  ".flac": "audio/flac",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".mpeg": "video/mpeg",
  ".mpg": "video/mpeg",
  ".mov": "video/quicktime",
  ".avi": "video/x-msvideo",
  ".pdf": "application/pdf",
  ".ppt": "application/vnd.ms-powerpoint",
  ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

const TEXT: Record<string, string> = {
  ".css": "text/css",
  ".csv": "text/csv",
  ".html": "text/html",
  ".js": "application/javascript",
  ".json": "application/json",
  ".md": "text/markdown",
  ".mjs": "application/javascript",
  ".svg": "image/svg+xml",
  ".xml": "text/xml",
};

/** The extensions of files that are no text. */
export const BINARY_EXTENSIONS: readonly string[] = Object.keys(BINARY);

/** The type of a file by its name: text where nothing else is known. */
export function mimeTypeOf(path: string): string {
  const extension = /[^/](\.[^./]*)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return BINARY[extension] ?? TEXT[extension] ?? "text/plain";
}

/** Whether a type of {@link mimeTypeOf} is text. */
export function isText(mimeType: string): boolean {
  return !Object.values(BINARY).includes(mimeType);
}
