import { api, asRoot, createUser } from '@forgemesh/testing';

const settingsPath = '/application/settings';
const path = '/application/page_settings';

describe('GET /application/page_settings', () => {
  it('returns the links of pages to everybody', async () => {
    const none = { sourcegraph_url: null, sourcegraph_public_only: true };
    const callers = [api(), (await createUser()).api, asRoot()];
    for (const caller of callers) expect(await caller.get(path)).toMatchObject({ status: 200, body: none });
    const settings = {
      sourcegraph_enabled: true,
      sourcegraph_url: 'https://code.example',
      sourcegraph_public_only: false,
    };
    try {
      expect((await asRoot().put(settingsPath, settings)).body).toMatchObject(settings);
      for (const caller of callers)
        expect((await caller.get(path)).body).toEqual({
          sourcegraph_url: 'https://code.example',
          sourcegraph_public_only: false,
        });
      await asRoot().put(settingsPath, { sourcegraph_enabled: false });
      expect((await api().get(path)).body).toEqual({ sourcegraph_url: null, sourcegraph_public_only: false });
    } finally {
      await asRoot().put(settingsPath, {
        sourcegraph_enabled: false,
        sourcegraph_url: null,
        sourcegraph_public_only: true,
      });
    }
  });
});
