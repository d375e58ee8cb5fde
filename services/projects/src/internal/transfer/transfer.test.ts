/** The transfer of stored webhooks to the deliveries service, as that service asks for it. */
import { createSecretBox } from '@forgemesh/security';
import type { ServiceClient } from '@forgemesh/rpc';
import { startInProcess, stubRpc, emptyResponse } from '@forgemesh/testing/in-process';
import { DeliveryTransferServiceDefinition, TransferKind } from '@forgemesh/proto/projects/v1/delivery_transfer';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { projects } from '../../service';

const {
  TRANSFER_KIND_HOOK: HOOK,
  TRANSFER_KIND_INTEGRATION: INTEGRATION,
  TRANSFER_KIND_WAITING_DELIVERY: WAITING,
  TRANSFER_KIND_COMPLETE_DELIVERY: COMPLETE,
} = TransferKind;

/** The secret of services in a suite. */
const SECRET = 'secret-of-the-suite';
const hookBox = createSecretBox(SECRET, 'hook_token');
const integrationBox = createSecretBox(SECRET, 'integration');

type Row = Record<string, unknown> & { _id: number };

describe('DeliveryTransferService', () => {
  const service = startInProcess(projects, {
    siblings: [
      stubRpc(SettingsServiceDefinition.getSettings, () => emptyResponse(SettingsServiceDefinition.getSettings)),
    ],
  });
  let transfer: ServiceClient<typeof DeliveryTransferServiceDefinition>;
  beforeAll(() => {
    transfer = service.asService('deliveries', DeliveryTransferServiceDefinition);
  });

  const collection = (name: string) => service.connection().collection<Row>(name);

  async function rowsOf(kind: TransferKind, after_id = 0): Promise<Row[]> {
    const { rows } = await transfer.listTransferRows({ kind, after_id });
    return rows.map((row) => JSON.parse(row) as Row);
  }

  it('names no ids of an instance that never had webhooks', async () => {
    expect(await transfer.getTransferState({})).toEqual({ hook_id: 0, delivery_id: 0 });
  });

  it('names ids that are higher than all that were given', async () => {
    await collection('sequences').insertOne({ _id: 'hooks' as never, value: 41 });
    await collection('sequences').insertOne({ _id: 'hook_deliveries' as never, value: 7 });
    const { hook_id, delivery_id } = await transfer.getTransferState({});
    expect(hook_id).toBeGreaterThan(41);
    expect(delivery_id).toBeGreaterThan(7);
  });

  it('lists webhooks with their secrets until their transfer is confirmed, and again once they are changed', async () => {
    const created_at = new Date();
    await collection('hooks').insertMany([
      {
        _id: 1,
        version: 3,
        project_id: 5,
        url: hookBox.seal('https://a.example/x'),
        token: hookBox.seal('t'),
        created_at,
      },
      { _id: 2, version: 1, project_id: null, url: 'https://plain.example/', token: null, created_at },
    ]);
    expect(await rowsOf(HOOK)).toMatchObject([
      {
        _id: 1,
        version: 3,
        project_id: 5,
        url: 'https://a.example/x',
        token: 't',
        created_at: created_at.toISOString(),
      },
      { _id: 2, version: 1, project_id: null, url: 'https://plain.example/', token: null },
    ]);
    // The second one was changed after it was listed.
    await collection('hooks').updateOne({ _id: 2 }, { $set: { version: 2 } });
    const rows = [1, 2].map((id) => ({ id, version: id === 1 ? 3 : 1 }));
    await transfer.confirmTransferRows({ kind: HOOK, rows });
    expect((await rowsOf(HOOK)).map(({ _id }) => _id)).toEqual([2]);
    await transfer.confirmTransferRows({ kind: HOOK, rows: [{ id: 2, version: 2 }] });
    expect(await rowsOf(HOOK)).toEqual([]);
    // They stay for a return to the earlier release.
    expect(await collection('hooks').countDocuments()).toBe(2);
    await collection('hooks').updateOne({ _id: 1 }, { $set: { version: 4 } });
    expect((await rowsOf(HOOK)).map(({ _id }) => _id)).toEqual([1]);
  });

  it('lists integrations with their properties', async () => {
    const properties = integrationBox.seal('{"webhook":"https://chat.example/x"}');
    await collection('integrations').insertOne({ _id: 3, version: 1, project_id: 5, slug: 'slack', properties });
    expect(await rowsOf(INTEGRATION)).toMatchObject([
      { _id: 3, slug: 'slack', properties: '{"webhook":"https://chat.example/x"}' },
    ]);
  });

  it('hands over waiting deliveries, except those that another process is sending', async () => {
    const delivery = { state: 'waiting', due_at: new Date(), internal_error: '', request_data: '{}' };
    await collection('hook_deliveries').insertMany([
      { _id: 1, hook_id: 1, event_key: 'a:1', ...delivery },
      { _id: 2, hook_id: 2, event_key: 'a:2', ...delivery },
      { _id: 3, hook_id: 1, event_key: 'b:1', ...delivery, state: 'delivered' },
    ]);
    const until = new Date(Date.now() + 30_000);
    await collection('leases').insertOne({ _id: 'projects-hook-2' as never, holder: 'another', until });
    const page = await transfer.listTransferRows({ kind: WAITING, after_id: 0 });
    expect(page).toMatchObject({ left_out: 1, next_after_id: undefined });
    expect(page.rows.map((row) => JSON.parse(row))).toMatchObject([{ _id: 1, event_key: 'a:1', request_data: '{}' }]);
    await transfer.confirmTransferRows({ kind: WAITING, rows: [{ id: 1, version: 0 }] });
    const handed = await collection('hook_deliveries').findOne({ _id: 1 });
    expect(handed).toMatchObject({ state: 'failed', internal_error: 'transferred to the deliveries service' });
    expect(handed).not.toHaveProperty('due_at');
    expect(await collection('leases').findOne({ _id: 'projects-hook-1' as never })).toBeNull();
    expect((await transfer.listTransferRows({ kind: WAITING, after_id: 0 })).rows).toEqual([]);
    // The log has what was sent here.
    expect((await rowsOf(COMPLETE)).map(({ _id }) => _id)).toEqual([3]);
    expect(await rowsOf(COMPLETE, 3)).toEqual([]);
  });

  it('refuses an unknown kind', async () => {
    const request = { kind: TransferKind.TRANSFER_KIND_UNSPECIFIED, after_id: 0 };
    await expect(transfer.listTransferRows(request)).rejects.toMatchObject({ reason: 'invalid_parameters' });
    const confirmation = { kind: COMPLETE, rows: [] };
    await expect(transfer.confirmTransferRows(confirmation)).rejects.toMatchObject({ reason: 'invalid_parameters' });
  });
});
