import { asRoot, createUser, startReceiver, waitFor, createProject } from '@forgemesh/testing';

const settingsPath = '/application/settings';

describe('PUT /application/settings', () => {
  it('dns_rebinding_protection_enabled: local addresses are refused without it as well', async () => {
    const receiver = await startReceiver();
    const owner = await createUser();
    const project = await createProject(owner.api, { initialize_with_readme: true });
    const hooks = `/projects/${project.id}/hooks`;
    const trigger = async (id: number) => {
      const count = receiver.received.length;
      await owner.api.post(`${hooks}/${id}/test/push_events`);
      return waitFor(
        async () => {
          const { body } = await owner.api.get(`${hooks}/${id}/events`);
          const [newest] = body as { response_status: string; internal_error_message: string | null }[];
          return { newest, isReceived: receiver.received.length > count };
        },
        ({ newest }) => newest !== undefined && newest.response_status !== '',
      );
    };
    try {
      const { hostname } = new URL(receiver.url);
      const allowing = { dns_rebinding_protection_enabled: false, outbound_local_requests_whitelist: [hostname] };
      expect((await asRoot().put(settingsPath, allowing)).body).toMatchObject(allowing);
      const { body: first } = await owner.api.post(hooks, { url: receiver.url, push_events: true });
      const delivered = await trigger(first.id);
      expect([delivered.newest?.response_status, delivered.isReceived]).toEqual(['200', true]);
      const { body: second } = await owner.api.post(hooks, { url: `${receiver.url}/second`, push_events: true });
      await asRoot().put(settingsPath, { outbound_local_requests_whitelist: [] });
      const refused = await trigger(second.id);
      expect(refused).toMatchObject({
        newest: { internal_error_message: 'requests to the local network are not allowed' },
        isReceived: false,
      });
    } finally {
      await asRoot().put(settingsPath, {
        dns_rebinding_protection_enabled: true,
        outbound_local_requests_whitelist: [],
      });
      await receiver.close();
    }
  });
});
