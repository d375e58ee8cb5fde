import { writeDatabaseUsers } from './database-users';

/** The commands for users that MongoDB documents, on users in memory. */
function createAdminDatabase() {
  const users = new Map<string, { pwd: unknown; roles: unknown }>();
  return {
    users,
    async command({ usersInfo, createUser, updateUser, pwd, roles, ...others }: Record<string, unknown>) {
      expect(others).toEqual({});
      if (usersInfo !== undefined) return { users: users.has(String(usersInfo)) ? [{ user: usersInfo }] : [], ok: 1 };
      const name = String(createUser ?? updateUser);
      if (createUser !== undefined && users.has(name)) throw new Error(`User "${name}@admin" already exists`);
      if (updateUser !== undefined && !users.has(name)) throw new Error(`User ${name}@admin not found`);
      users.set(name, { pwd, roles });
      return { ok: 1 };
    },
  };
}

describe('writeDatabaseUsers', () => {
  const geo = { name: 'geo', password: 'one', databases: ['forgemesh_geo'] };

  it('creates users that may read and write their own databases only', async () => {
    const admin = createAdminDatabase();
    await writeDatabaseUsers(admin, [geo, { name: 'all', password: 'two', databases: ['a', 'b'] }]);
    expect(Object.fromEntries(admin.users)).toEqual({
      geo: { pwd: 'one', roles: [{ role: 'readWrite', db: 'forgemesh_geo' }] },
      all: {
        pwd: 'two',
        roles: [
          { role: 'readWrite', db: 'a' },
          { role: 'readWrite', db: 'b' },
        ],
      },
    });
  });

  it('replaces the password and the roles of an existing user', async () => {
    const admin = createAdminDatabase();
    await writeDatabaseUsers(admin, [{ ...geo, databases: ['forgemesh_geo', 'forgemesh_identity'] }]);
    await writeDatabaseUsers(admin, [{ ...geo, password: 'new' }]);
    expect(admin.users.get('geo')).toEqual({ pwd: 'new', roles: [{ role: 'readWrite', db: 'forgemesh_geo' }] });
  });
});
