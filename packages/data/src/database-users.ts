/**
 * Users of a MongoDB, each limited to some databases. DocumentDB cannot limit users.
 *
 * Changes are idempotent: an administrator makes them at each start or upgrade.
 */
import mongoose from 'mongoose';

/** A user and the databases that it may read and write. */
export interface DatabaseUser {
  name: string;
  password: string;
  databases: readonly string[];
}

/** The database in which users are stored. */
interface UserDatabase {
  command(command: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/**
 * Creates missing users, and sets the passwords and roles of existing ones.
 * @param uri of an administrator
 */
export async function ensureDatabaseUsers(uri: string, users: readonly DatabaseUser[]): Promise<void> {
  const client = new mongoose.mongo.MongoClient(uri);
  try {
    await writeDatabaseUsers(client.db('admin'), users);
  } finally {
    await client.close();
  }
}

/** Writes users into their database. A role that an existing user had before is removed. */
export async function writeDatabaseUsers(admin: UserDatabase, users: readonly DatabaseUser[]): Promise<void> {
  for (const { name, password, databases } of users) {
    const existing = (await admin.command({ usersInfo: name }))['users'];
    const isNew = !Array.isArray(existing) || existing.length === 0;
    const command = isNew ? { createUser: name } : { updateUser: name };
    const roles = databases.map((db) => ({ role: 'readWrite', db }));
    await admin.command({ ...command, pwd: password, roles });
  }
}
