/** Limits how long clients keep a connection, so that they reach gateways that were added. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
// The global `performance` is a getter, which is slow for something that each request asks.
import { performance } from 'node:perf_hooks';

/** Part of the age by which it is shortened at random: clients must not reconnect together. */
const SPREAD = 0.5;

/**
 * Marks responses on connections that are older than `seconds` as the last ones of their
 * connection; 0 is no limit. Returns a function to call before each response is made.
 */
export function limitConnectionAge(server: Server, seconds: number): (response: ServerResponse) => void {
  if (seconds === 0) return () => undefined;
  const ends = new WeakMap<Socket, number>();
  server.prependListener('connection', (socket: Socket) => {
    const age = seconds * 1000 * (1 - SPREAD * Math.random());
    ends.set(socket, performance.now() + age);
  });
  return (response) => {
    const end = response.socket ? ends.get(response.socket) : undefined;
    if (end !== undefined && performance.now() >= end) response.setHeader('Connection', 'close');
  };
}
