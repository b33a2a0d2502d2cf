(function (native) {
  'use strict';
  // Node's `stream/consumers`: all of a stream of the web, a stream of Node's or any other iterable.
  const blob = async (stream) => {
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    return new Blob(chunks);
  };
  const text = async (stream) => {
    const decoder = new TextDecoder();
    let all = '';
    for await (const chunk of stream) all += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    return all + decoder.decode();
  };
  const arrayBuffer = async (stream) => (await blob(stream)).arrayBuffer();
  const bytes = async (stream) => new Uint8Array(await arrayBuffer(stream));
  const buffer = async (stream) => native.node.part('buffers').Buffer.from(await arrayBuffer(stream));
  const json = async (stream) => JSON.parse(await text(stream));
  native.node.consumers = { arrayBuffer, blob, buffer, bytes, text, json };
})
