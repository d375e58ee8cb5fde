import { newMaterial, secretOf, withDerivedMaterial } from './service-secrets.ts';

describe('secrets of services', () => {
  it('are derived for each service from the same material, always the same', () => {
    const material = newMaterial();
    const [identity, projects] = ['identity', 'projects'].map((name) => secretOf(material, name));
    expect(identity).toMatch(/^[0-9a-f]{64}$/);
    expect(projects).toMatch(/^[0-9a-f]{64}$/);
    expect(projects).not.toBe(identity);
    expect(secretOf(material, 'identity')).toBe(identity);
    expect(material).not.toContain(identity);
    expect(newMaterial()).not.toBe(material);
  });

  it('are added in front of a secret that all services know, once', () => {
    const known = 'ab'.repeat(32);
    const material = withDerivedMaterial(known);
    expect(withDerivedMaterial(material)).toBe(material);
    const [first, second, ...more] = secretOf(material, 'identity').split(',');
    expect([second, more]).toEqual([known, []]);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(first).not.toBe(known);
  });
});
