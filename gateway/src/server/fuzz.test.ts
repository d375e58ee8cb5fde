import fc from 'fast-check';
import { parseForm } from '../body/form';
import { startFixtureMesh, type FixtureMesh } from '../testing/fixture-mesh';

let mesh: FixtureMesh;
beforeAll(async () => void (mesh = await startFixtureMesh()));
afterAll(() => mesh.close());

const runs = { numRuns: 150 };
const hostile = fc.constantFrom(
  '%',
  '%2',
  '%2F',
  '%00',
  '%ff',
  '[',
  ']',
  '[]',
  '[a]',
  '__proto__',
  '=',
  '&',
  ';',
  '/',
  '.',
  '..',
  '?',
  '#',
  'é',
  '+',
);
const pathText = fc.array(fc.oneof(hostile, fc.string({ maxLength: 5 })), { maxLength: 12 }).map((parts) =>
  // A path that is invalid in a request line cannot be sent.
  parts.join('').replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.replace(/\p{Surrogate}/gu, ''))),
);

it('no path causes a server error', async () => {
  await fc.assert(
    fc.asyncProperty(pathText, async (path) => {
      const { status } = await mesh.send({ path: `/projects/${path}`, token: 'developer-token' });
      expect(status).toBeLessThan(500);
    }),
    runs,
  );
});

it('a path parameter arrives as it was before it was encoded', async () => {
  const name = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }).filter((text) => !text.includes('\u0000'));
  await fc.assert(
    fc.asyncProperty(name, async (text) => {
      await mesh.send({ path: `/projects/7/things/${encodeURIComponent(text)}`, token: 'developer-token' });
      expect(mesh.peer.calls.at(-1)?.request['name']).toBe(text);
    }),
    runs,
  );
});

it('no JSON body causes a server error', async () => {
  const fields = fc.constantFrom(
    'text',
    'size',
    'flag',
    'day',
    'at',
    'labels',
    'ids',
    'actions',
    'custom_attributes',
    'not',
    'assignee',
    '__proto__',
  );
  const body = fc.dictionary(fields, fc.jsonValue({ maxDepth: 4 }));
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const { status } = await mesh.send({ method: 'POST', path: '/echo', body: value });
      expect([200, 400]).toContain(status);
    }),
    runs,
  );
});

it('no bytes of any type cause a server error', async () => {
  const type = fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'text/plain',
    '',
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    pathText.map((text) => Buffer.from(text)),
    pathText.map((text) =>
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${text}"\r\n\r\n${text}\r\n--b--\r\n`),
    ),
  );
  await fc.assert(
    fc.asyncProperty(bytes, type, async (body, contentType) => {
      const { status } = await mesh.send({
        method: 'POST',
        path: '/echo',
        body,
        headers: { 'Content-Type': contentType },
      });
      expect(status).toBeLessThan(500);
    }),
    runs,
  );
});

it('any form is parsed without touching a prototype', () => {
  fc.assert(
    fc.property(pathText, (text) => {
      try {
        parseForm(text);
      } catch (error) {
        expect((error as { reason?: string }).reason).toBe('invalid_parameters');
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
