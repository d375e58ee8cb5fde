import { proxiedAddress, type AssetProxy } from './asset-proxy';

const proxy: AssetProxy = {
  url: 'https://assets.example.com/camo',
  secret: '0x24FEEDFACEDEADBEEFCAFE',
  instanceUrl: 'https://forge.example/git',
  allowedHosts: ['cdn.example', '*.Pictures.example', 'a*b*c.example'],
  allowedPrefixes: ['https://diagrams.example'],
};

describe('proxiedAddress', () => {
  it('signs an address as Camo does', () => {
    const known = { ...proxy, url: 'https://assets.example.com', secret: 'shared-secret' };
    expect(proxiedAddress('http://example.com/test.png', known)).toBe(
      'https://assets.example.com/08df250eeeef1a8cf2c761475ac74c5065105612/' +
        '687474703a2f2f6578616d706c652e636f6d2f746573742e706e67',
    );
  });

  it.each([
    '//other.example/a.png',
    '/\\other.example/a.png',
    'HTTPS://other.example/a.png',
    'https://cdn.example.other.example/a.png',
    'https://pictures.example/a.png',
    'https://forge.example@other.example/a.png',
    'https://forge.example.other.example/a.png',
    'https://diagrams.example.other.example/png/x',
    'https://assets.example.com/camomile/a.png',
    'https://cba.example/a.png',
  ])('sends %s through the proxy', (address) => {
    expect(proxiedAddress(address, proxy)).toMatch(/^https:\/\/assets\.example\.com\/camo\/[\da-f]{40}\/[\da-f]+$/);
  });

  it.each([
    'a.png',
    '/uploads/a.png',
    '#a',
    'https://forge.example/a.png',
    'https://forge.example:8443/a.png',
    'https://cdn.example/a.png',
    'http://eu.pictures.example/a.png',
    'https://axbyc.example/a.png',
    'https://diagrams.example/png/x',
    'https://assets.example.com/camo/0a/0b',
    'data:image/png;base64,AA',
    'http://',
  ])('leaves %s', (address) => expect(proxiedAddress(address, proxy)).toBe(address));
});
