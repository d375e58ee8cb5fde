/** Requests byte for byte, as no HTTP library sends them. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { mesh } from '@forgemesh/testing';

/** Sends bytes to the gateway, and returns all that it answers until it closes the connection. */
export async function sendRaw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(mesh().url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

/** Requests a path exactly as it is written. */
export async function getRaw(path: string, token?: string): Promise<{ status: number; text: string }> {
  const credentials = token === undefined ? '' : `PRIVATE-TOKEN: ${token}\r\n`;
  const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${credentials}Connection: close\r\n\r\n`);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]), text: answer };
}
