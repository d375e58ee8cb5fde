/** Raw requests that HTTP libraries do not send. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { mesh } from '@forgemesh/testing';

/** Sends bytes to the gateway, and returns everything that it sends until the connection closes. */
export async function sendRaw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(mesh().url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

/** Requests a path without normalization. */
export async function getRaw(path: string, token?: string): Promise<{ status: number; text: string }> {
  const credentials = token === undefined ? '' : `PRIVATE-TOKEN: ${token}\r\n`;
  const response = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${credentials}Connection: close\r\n\r\n`);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]), text: response };
}
