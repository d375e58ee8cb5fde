import { pictureSources, type PictureSettings } from './picture-sources';

const instance = 'https://forge.example/git';
const settings: PictureSettings = {
  asset_proxy_enabled: false,
  asset_proxy_url: 'https://assets.example/camo',
  asset_proxy_whitelist: ['cdn.example', '*.pictures.example', 'img*.x.example'],
  plantuml_enabled: false,
  plantuml_url: 'http://plantuml.example:8080/uml',
};
const own = "'self' data: blob:";

describe('pictureSources', () => {
  it.each([
    ['no settings', undefined, own],
    ['neither proxy nor diagrams', settings, `${own} https:`],
    ['diagrams', { ...settings, plantuml_enabled: true }, `${own} https: http://plantuml.example:8080`],
    [
      'a proxy',
      { ...settings, asset_proxy_enabled: true },
      `${own} https://forge.example https://assets.example cdn.example *.pictures.example *.x.example`,
    ],
    [
      'a wildcard that is no source',
      { ...settings, asset_proxy_enabled: true, asset_proxy_whitelist: ['*'] },
      `${own} https://forge.example https://assets.example https:`,
    ],
  ])('with %s', (_name, given, expected) => expect(pictureSources(given, instance)).toBe(expected));
});
