import { readDatastoreConfig } from './prepare-datastores';

describe('readDatastoreConfig', () => {
  it('requires no datastore', () => {
    expect(readDatastoreConfig({})).toMatchObject({ NATS_URL: '', MONGODB_URI: '', FORGE_EVENT_REPLICAS: 1 });
  });

  it('has the password of each user of the database', () => {
    const config = readDatastoreConfig({ FORGE_MONGODB_PASSWORD_GEO: 'password' });
    expect(config.passwordOf('geo')).toBe('password');
    expect(() => config.passwordOf('identity')).toThrow('FORGE_MONGODB_PASSWORD_IDENTITY');
  });
});
