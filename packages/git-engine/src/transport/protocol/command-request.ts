/** Requests of protocol v2: a command with capabilities and arguments. */
import { PacketSplitter } from './pkt-line';

export interface CommandRequest {
  /** For example `ls-refs` or `fetch`. */
  command: string;
  /** Without the command, for example `agent=git/2.39.5`. */
  capabilities: string[];
  args: string[];
}

const FLUSH = '0000';
const DELIMITER = '0001';

/** Parses a complete request; undefined if it is not exactly one well-formed request. */
export function parseCommandRequest(body: Buffer): CommandRequest | undefined {
  const splitter = new PacketSplitter();
  const packets = splitter.push(body).map((packet) => packet.toString('latin1'));
  if (splitter.end().length > 0 || packets.pop() !== FLUSH) return undefined;
  const delimiter = packets.indexOf(DELIMITER);
  const end = delimiter < 0 ? packets.length : delimiter;
  const [capabilities, args] = [packets.slice(0, end), packets.slice(end + 1)].map((lines) => lines.map(textOf));
  if ([...capabilities!, ...args!].includes(undefined)) return undefined;
  const command = capabilities?.find((line) => line?.startsWith('command='));
  if (command === undefined) return undefined;
  return {
    command: command.slice('command='.length),
    capabilities: (capabilities as string[]).filter((line) => line !== command),
    args: args as string[],
  };
}

/** The text of a packet without its line end; undefined for a special packet. */
function textOf(packet: string): string | undefined {
  return packet.length <= 4 ? undefined : packet.slice(4).replace(/\n$/, '');
}
