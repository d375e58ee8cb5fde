import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MAX_DATA_BYTES, PacketReader, PacketWriter, type Packet } from './packets';

async function readAll(chunks: readonly string[]): Promise<Packet[]> {
  const reader = new PacketReader(Readable.from(chunks.map((chunk) => Buffer.from(chunk, 'latin1'))));
  const packets: Packet[] = [];
  for (let packet = await reader.read(); packet; packet = await reader.read()) packets.push(packet);
  return packets;
}

const data = (text: string): Packet => ({ kind: 'data', data: Buffer.from(text) });

describe('packets', () => {
  it.each([
    [
      ['0009text', '\n00000001'],
      [data('text\n'), { kind: 'flush' }, { kind: 'delimiter' }],
    ],
    [
      ['0', '0', '0', '8', 'a', 'b', 'c', 'd', '0005x'],
      [data('abcd'), data('x')],
    ],
    [['0004'], [data('')]],
    [[], []],
  ])('are read from the chunks %j', async (chunks, packets) => {
    expect(await readAll(chunks)).toEqual(packets);
  });

  it.each([['0002'], ['0003'], ['zzzz'], ['fff1'], ['-001'], ['000'], ['0009tex']])(
    'are refused in %s',
    async (text) => {
      await expect(readAll([text])).rejects.toThrow(expect.objectContaining({ name: 'PacketError' }));
    },
  );

  it('are written as they are read', async () => {
    const stream = new PassThrough();
    const writer = new PacketWriter(stream);
    const large = Buffer.alloc(2 * MAX_DATA_BYTES + 1, 'x');
    const received = buffer(stream);
    await writer.line('status 200');
    await writer.delimiter();
    await writer.data(large);
    await writer.flush();
    stream.end();
    const packets = await readAll([(await received).toString('latin1')]);
    expect(packets.slice(0, 2)).toEqual([data('status 200\n'), { kind: 'delimiter' }]);
    const sizes = packets.slice(2).map((packet) => (packet.kind === 'data' ? packet.data.length : packet.kind));
    expect(sizes).toEqual([MAX_DATA_BYTES, MAX_DATA_BYTES, 1, 'flush']);
  });
});
