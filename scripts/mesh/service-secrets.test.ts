import { newMaterial, secretOf, withDerivedMaterial } from './service-secrets.ts';

describe('secrets of services', () => {
  it('are derived deterministically for each service from the same material', () => {
    const material = newMaterial();
    const [identity, projects] = ['identity', 'projects'].map((name) => secretOf(material, name));
    expect(identity).toMatch(/^[0-9a-f]{64}$/);
    expect(projects).toMatch(/^[0-9a-f]{64}$/);
    expect(projects).not.toBe(identity);
    expect(secretOf(material, 'identity')).toBe(identity);
    expect(material).not.toContain(identity);
    expect(newMaterial()).not.toBe(material);
  });

  it('are prepended once to a secret shared by all services', () => {
    const existing = 'ab'.repeat(32);
    const material = withDerivedMaterial(existing);
    expect(withDerivedMaterial(material)).toBe(material);
    const [first, second, ...more] = secretOf(material, 'identity').split(',');
    expect([second, more]).toEqual([existing, []]);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(first).not.toBe(existing);
  });
});
