import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startFixtureMesh, type FixtureMesh } from '../testing/fixture-mesh';

const header = 'strict-transport-security';
let mesh: FixtureMesh;
afterEach(() => mesh.close());

it('is required by every response of an instance with an HTTPS URL', async () => {
  mesh = await startFixtureMesh({ FORGE_EXTERNAL_URL: 'https://forge.example' });
  for (const path of [
    '/version',
    '/no/such/route',
    '/projects/7/things/a',
    '/openapi.json',
    '//-/docs',
    '//-/readiness',
    '//group/demo.git/info/refs?service=git-upload-pack',
  ])
    expect((await mesh.send({ path })).headers[header]).toBe('max-age=31536000');
  const socket = connect(mesh.port, '127.0.0.1');
  socket.write('no request\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nStrict-Transport-Security: max-age=31536000\r\n/);
});

it('is not required by an instance with an HTTP URL', async () => {
  mesh = await startFixtureMesh({ FORGE_EXTERNAL_URL: 'http://forge.example' });
  expect((await mesh.send({ path: '/version' })).headers[header]).toBeUndefined();
});
