import { codeNavigationAddress } from './code-navigation';

const project = {
  path_with_namespace: 'group/demo',
  visibility: 'public',
  web_url: 'https://forge.example:8443/group/demo',
};
const settings = { sourcegraph_url: 'https://code.example/', sourcegraph_public_only: true };
const file = { ref: 'feature/a', path: 'src/a b#c.ts' };

describe('codeNavigationAddress', () => {
  it('names the repository by host and path, the ref and the file', () => {
    expect(codeNavigationAddress(settings, project, file)).toBe(
      'https://code.example/forge.example:8443/group/demo@feature/a/-/blob/src/a%20b%23c.ts',
    );
  });

  it('is absent without a service, and for projects that are not public by default', () => {
    expect(codeNavigationAddress(undefined, project, file)).toBeUndefined();
    expect(codeNavigationAddress({ ...settings, sourcegraph_url: null }, project, file)).toBeUndefined();
    const internal = { ...project, visibility: 'internal' };
    expect(codeNavigationAddress(settings, internal, file)).toBeUndefined();
    expect(codeNavigationAddress({ ...settings, sourcegraph_public_only: false }, internal, file)).toBeDefined();
  });
});
