import { createServer, type AddressInfo } from 'node:net';
import { createMailTransport, needsTls } from './mail-transport';

it.each([
  ['smtp://mail.example.com:587', false, true],
  ['smtp://10.0.0.5', false, true],
  ['smtp://127.0.0.1.example.com', false, true],
  ['smtp://mail.example.com:587', true, false],
  ['smtp://127.0.0.1:1025', false, false],
  ['smtp://localhost:1025', false, false],
  ['smtp://[::1]:1025', false, false],
])('%s, plain mails allowed: %s; needs TLS: %s', (url, allowPlain, expected) =>
  expect(needsTls(url, allowPlain)).toBe(expected),
);

it('sends nothing to a remote server without TLS', async () => {
  const said: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 mail ESMTP\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      said.push(data.toString());
      socket.write('250 mail\r\n');
    });
  });
  // An address of this machine that does not look like a loopback address.
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  const transport = createMailTransport(`smtp://0.0.0.0:${port}`, { name: '', address: 'forge@example.com' });
  const message = { from_name: null, subject: 's', text: 't', html: 'h', message_id: '<a@b>', headers: {} };
  await expect(transport.send({ name: 'a', address: 'a@example.com' }, message as never)).rejects.toThrow();
  expect(said.join('')).not.toMatch(/MAIL FROM/i);
  transport.close();
  server.close();
});
