import { api, asRoot, mesh, borrowUser } from '@forgemesh/testing';

const path = '/application/appearance';
const root = asRoot();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);
const plain = {
  title: '',
  description: '',
  logo: null,
  header_logo: null,
  favicon: null,
  new_project_guidelines: '',
  header_message: '',
  footer_message: '',
  message_background_color: '#E75E40',
  message_font_color: '#FFFFFF',
  email_header_and_footer_enabled: false,
};

describe('GET /application/appearance', () => {
  it('returns the defaults', async () => {
    const response = await root.get(path);
    expect([response.status, response.body]).toEqual([200, plain]);
  });

  it('requires an administrator', async () => {
    const user = await borrowUser();
    expect([(await api().get(path)).status, (await user.api.get(path)).status]).toEqual([401, 403]);
    expect((await user.api.put(path, { title: 't' })).status).toBe(403);
  });
});

describe('PUT /application/appearance', () => {
  it('changes the given fields', async () => {
    const given = {
      title: 'Forge',
      description: 'Of *Ada*',
      new_project_guidelines: 'Be kind',
      header_message: 'Up',
      footer_message: 'Down',
      message_background_color: '#123',
      message_font_color: '#abcdef',
      email_header_and_footer_enabled: true,
    };
    expect((await root.put(path, given)).body).toEqual({ ...plain, ...given });
    expect((await root.put(path, { title: 'Smithy' })).body).toEqual({ ...plain, ...given, title: 'Smithy' });
    const { logo: _, header_logo: __, favicon: ___, ...texts } = plain;
    expect((await root.put(path, texts)).body).toEqual(plain);
  });

  it('stores several images, which are public', async () => {
    const form = new FormData();
    form.set('logo', new Blob([png]), 'my logo.png');
    form.set('favicon', new Blob([png]), 'icon.png');
    const { body } = await root.put(path, form);
    expect(body).toEqual({
      ...plain,
      logo: '/uploads/-/system/appearance/logo/1/my_logo.png',
      favicon: '/uploads/-/system/appearance/favicon/1/icon.png',
    });
    const shown = await fetch(mesh().url + body.logo);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
    expect((await fetch(mesh().url + body.logo.replace('/logo/', '/header_logo/'))).status).toBe(404);
    expect((await fetch(mesh().url + body.logo.replace('/logo/', '/password/'))).status).toBe(400);
    expect((await root.put(path, { logo: '' })).body.logo).toBeNull();
    expect((await fetch(mesh().url + body.logo)).status).toBe(404);
    expect((await root.put(path, { favicon: '' })).body).toEqual(plain);
  });

  it.each([
    [{ message_font_color: 'red' }, { message: { message_font_color: ['must be a valid color code'] } }],
    [{ message_background_color: '#12345' }, { message: { message_background_color: ['must be a valid color code'] } }],
    [{ title: 'x'.repeat(256) }, { error: 'title is too long (maximum is 255 characters)' }],
    [{ logo: 'text' }, { error: 'logo is invalid' }],
  ])('refuses %j', async (given, body) => {
    const response = await root.put(path, given);
    expect([response.status, response.body]).toEqual([400, body]);
  });

  it('refuses a file that is not an image', async () => {
    const form = new FormData();
    form.set('header_logo', new Blob(['<svg/>']), 'logo.png');
    const { status, body } = await root.put(path, form);
    expect([status, Object.keys(body.message)]).toEqual([400, ['header_logo']]);
  });
});
