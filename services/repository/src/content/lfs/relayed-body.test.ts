import { RelayedBody } from './relayed-body';

describe('a relayed body', () => {
  it('completes a write when its reader requests the next chunk', async () => {
    const body = new RelayedBody();
    const completed: string[] = [];
    const write = (text: string): boolean => body.write(text, () => void completed.push(text));
    const chunks = body.chunks();
    const first = chunks.next();
    write('one');
    write('two');
    expect(String((await first).value)).toBe('one');
    expect(completed).toEqual([]);
    expect(String((await chunks.next()).value)).toBe('two');
    expect(completed).toEqual(['one']);
    body.end();
    expect((await chunks.next()).done).toBe(true);
  });

  it('accepts what is not read', async () => {
    const body = new RelayedBody();
    body.write('one');
    for await (const chunk of body.chunks()) {
      expect(String(chunk)).toBe('one');
      break;
    }
    body.write('two');
    body.discardRest();
    body.write('three');
    await new Promise<void>((resolve) => body.end(resolve));
    expect(body.writableLength).toBe(0);
  });

  it('fails its reader if the client disconnects', async () => {
    const body = new RelayedBody();
    body.on('error', () => undefined);
    const next = body.chunks().next();
    body.destroy(new Error('the client has disconnected'));
    await expect(next).rejects.toThrow('disconnected');
  });
});
