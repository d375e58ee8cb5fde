import fc from 'fast-check';
import { armor, enums, readKey, type PublicKey } from 'openpgp';
import { newGpgKey } from '#testing/new-keys';
import { parseGpgKey } from './parse-gpg-key';

let key: Awaited<ReturnType<typeof newGpgKey>>;

beforeAll(async () => {
  key = await newGpgKey('one@example.com', 'Two@example.com');
});

/** Armors packets with the header of a public key. */
function armored(bytes: Uint8Array): string {
  return armor(enums.armor.publicKey, bytes).trim();
}

describe('parseGpgKey', () => {
  it('reads ids, fingerprint, subkeys and user ids', async () => {
    expect(await parseGpgKey(`\n${key.publicKey}\n\n`)).toEqual({
      text: key.publicKey,
      fingerprint: key.fingerprint,
      primary_keyid: key.keyId,
      subkey_ids: [key.subkeyId],
      user_ids: [
        { name: 'Some Body', email: 'one@example.com' },
        { name: 'Some Body', email: 'Two@example.com' },
      ],
    });
    expect(key.keyId).toMatch(/^[0-9A-F]{16}$/);
  });

  it('accepts only what the key itself certifies', async () => {
    const [own, other] = (await Promise.all(
      [key, await newGpgKey('victim@example.com')].map(({ publicKey }) => readKey({ armoredKey: publicKey })),
    )) as [PublicKey, PublicKey];
    const [stolen] = other.users;
    const [foreign] = other.subkeys;
    if (!stolen || !foreign) throw new Error('the key has neither user nor subkey');
    own.users.push(Object.assign(stolen, { mainKey: own }));
    own.subkeys.push(Object.assign(foreign, { mainKey: own }));
    const parsed = await parseGpgKey(own.armor().trim());
    expect(parsed?.user_ids.map(({ email }) => email)).toEqual(['one@example.com', 'Two@example.com']);
    expect(parsed?.subkey_ids).toEqual([key.subkeyId]);
  });

  it('refuses anything but one public key in one block', async () => {
    const second = await newGpgKey();
    const [a, b] = await Promise.all([key, second].map(({ publicKey }) => readKey({ armoredKey: publicKey })));
    if (!a || !b) throw new Error('no keys');
    const refused = [
      '',
      'garbage',
      key.privateKey,
      key.privateKey.replaceAll('PRIVATE', 'PUBLIC'),
      `${key.publicKey}\n${second.publicKey}`,
      `${key.publicKey}\ntext`,
      `text\n${key.publicKey}`,
      key.publicKey.replaceAll('KEY BLOCK', 'MESSAGE'),
      key.publicKey.slice(0, -40),
      '-----BEGIN PGP PUBLIC KEY BLOCK-----\n-----END PGP PUBLIC KEY BLOCK-----',
      '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----',
      armored(Buffer.concat([a.write(), b.write()])),
      armored(a.keyPacket.write()),
    ];
    for (const text of refused) expect([text, await parseGpgKey(text)]).toEqual([text, undefined]);
  });

  it('survives any change of a key', async () => {
    const bytes = (await readKey({ armoredKey: key.publicKey })).write();
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length));
    await fc.assert(
      fc.asyncProperty(change, fc.boolean(), async ([at, byte, length], isCut) => {
        const changed = Uint8Array.from(bytes);
        changed[at] = byte;
        const parsed = await parseGpgKey(armored(isCut ? changed.slice(0, length) : changed));
        if (parsed) expect(parsed.fingerprint).toMatch(/^[0-9A-F]{40}$/);
      }),
      { numRuns: 100 },
    );
  });

  it('is fast for huge and hostile texts', async () => {
    const body = 'A'.repeat(64).concat('\n').repeat(1500);
    const block = (text: string): string =>
      `-----BEGIN PGP PUBLIC KEY BLOCK-----\n${text}\n-----END PGP PUBLIC KEY BLOCK-----`;
    const started = process.cpuUsage();
    for (const text of [block(`\n${body}`), block(body), block('A: b\n'.repeat(19_000)), block('\n'.repeat(99_000))]) {
      expect(await parseGpgKey(text)).toBeUndefined();
    }
    // CPU time, because other processes may use the machine too.
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });

  it('does not compute with oversized parameters', async () => {
    const started = process.cpuUsage();
    expect(await parseGpgKey(await hostileKey())).toBeUndefined();
    // CPU time, because other processes may use the machine too.
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});

/** Creates a key whose RSA parameters have 65535 bits, with the user ids of another key. */
async function hostileKey(): Promise<string> {
  const number = Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.alloc(8192, 0x7f)]);
  const body = Buffer.concat([Buffer.from([4, 0, 0, 0, 1, 1]), number, number]);
  const header = Buffer.from([0xc6, 0xff, 0, 0, 0, 0]);
  header.writeUInt32BE(body.length, 2);
  const { users } = await readKey({ armoredKey: key.publicKey });
  const packets = users.flatMap((user) =>
    (user as unknown as { toPacketList(): { write(): Uint8Array } }).toPacketList().write(),
  );
  return armored(Buffer.concat([header, body, ...packets]));
}
