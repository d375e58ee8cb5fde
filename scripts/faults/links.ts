// Connections of a process to a datastore that can be cut.

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP address that forwards to another one. */
export interface Link {
  /** `host:port` of the link. */
  address: string;
  /** From now on nothing passes: connections stay open, and new ones are accepted in vain. */
  cut: () => void;
  /** Closes what was cut; new connections pass. */
  restore: () => void;
  close: () => void;
}

/** @param target `host:port` */
export async function openLink(target: string): Promise<Link> {
  const { hostname, port } = new URL(`tcp://${target}`);
  const sockets = new Set<Socket>();
  let isCut = false;
  const track = (socket: Socket, other?: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other?.destroy();
    });
  };
  const server = createServer((incoming) => {
    if (isCut) return track(incoming.pause());
    const outgoing = connect(Number(port), hostname);
    track(incoming, outgoing);
    track(outgoing, incoming);
    incoming.pipe(outgoing);
    outgoing.pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const destroyAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore() {
      isCut = false;
      destroyAll();
    },
    close() {
      server.close();
      destroyAll();
    },
  };
}

/** @returns the same URL with the address of a link */
export function throughLink(url: string, { address }: Link): string {
  return url.replace(hostOf(url), address);
}

/** @returns `host:port` of a URL with a single server */
export function hostOf(url: string): string {
  const host = /^[a-z+]+:\/\/(?:[^@/]*@)?([^/?,]+)/.exec(url)?.[1];
  if (host === undefined) throw new Error('The address of the datastore has no single host.');
  return host;
}
