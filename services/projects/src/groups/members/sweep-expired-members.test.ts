import { createUser, mesh, addMember, ids, createProject } from '@forgemesh/testing';
import mongoose from 'mongoose';
import { createMembershipModel, type MembershipDocument } from './membership.model';
import { sweepExpiredMembers } from './sweep-expired-members';

describe('the sweep of expired members', () => {
  it('removes expired memberships and publishes their event', async () => {
    const [owner, expired, member] = [await createUser(), await createUser(), await createUser()];
    const project = await createProject(owner.api);
    const path = `/projects/${project.id}`;
    await addMember(owner.api, path, expired, 30, { expires_at: new Date().toISOString().slice(0, 10) });
    await addMember(owner.api, path, member, 30, { expires_at: `${new Date().getUTCFullYear() + 1}-06-30` });
    const { mongodbUri, databasePrefix } = mesh();
    const connection = await mongoose
      .createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` })
      .asPromise();
    try {
      const model = createMembershipModel(connection);
      const events: unknown[] = [];
      const remove = async ({ _id: id, user_id }: MembershipDocument, event: object): Promise<void> => {
        events.push({ user_id, ...event });
        await model.deleteOne({ _id: id });
      };
      await sweepExpiredMembers.run({ memberships: { model, remove } as never });
      expect(events).toContainEqual({ user_id: expired.id, type: 'projects.member.removed', actor: null });
      expect(await model.exists({ user_id: expired.id })).toBeNull();
      expect(ids(await owner.api.get(`${path}/members`))).toContain(member.id);
    } finally {
      await connection.close();
    }
  });
});
