/** The transfer of what earlier releases stored, by a service that starts for the first time. */
import { createSecretBox } from '@forgemesh/security';
import { RECEIVER_HOST, startReceiver, waitFor, type Receiver } from '@forgemesh/testing';
import { emptyResponse, grant, startInProcess, stubRpc, type RpcStub } from '@forgemesh/testing/in-process';
import {
  MailContentServiceDefinition,
  MailTransferServiceDefinition,
  type TransferMail,
} from '@forgemesh/proto/collaboration/v1/mail_content';
import { ProjectHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/hook';
import {
  DeliveryTransferServiceDefinition,
  type ConfirmedRow,
  TransferKind,
} from '@forgemesh/proto/projects/v1/delivery_transfer';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { deliveries } from '../service';

const {
  TRANSFER_KIND_HOOK: HOOK,
  TRANSFER_KIND_INTEGRATION: INTEGRATION,
  TRANSFER_KIND_WAITING_DELIVERY: WAITING,
  TRANSFER_KIND_COMPLETE_DELIVERY: COMPLETE,
} = TransferKind;

type Row = { _id: number; version: number } & Record<string, unknown>;

const at = '2026-01-02T03:04:05.678Z';
const off = Object.fromEntries(
  [
    ...['push_events', 'issues_events', 'confidential_issues_events', 'merge_requests_events', 'tag_push_events'],
    ...['note_events', 'confidential_note_events', 'job_events', 'pipeline_events', 'wiki_page_events'],
    ...['repository_update_events', 'commit_events'],
  ].map((name) => [name, false]),
);
const mailContent = {
  from_name: undefined,
  subject: 'An issue',
  lines: ['Text'],
  body: undefined,
  after: [],
  url: 'http://forge.example.com',
  reason: 'because of the test',
  message_name: 'issue_3',
  conversation: undefined,
  headers: {},
  project: undefined,
};
const caller = {
  user: { id: 1, username: 'owner', name: 'Owner', admin: false, external: false },
  access: { id: grant({ id: 5, level: 40 }) },
};

/** The rows of the projects service by kind, and the mails of the collaboration service. */
class Source {
  readonly rows = new Map<TransferKind, Map<number, Row>>();
  readonly mails = new Map<string, TransferMail>();
  calls = 0;

  put(kind: TransferKind, row: Row): void {
    this.rows.set(kind, (this.rows.get(kind) ?? new Map()).set(row._id, row));
  }

  private confirm(kind: TransferKind, rows: readonly ConfirmedRow[]): void {
    for (const { id, version } of rows)
      if (this.rows.get(kind)?.get(id)?.version === version) this.rows.get(kind)?.delete(id);
  }

  stubs(): RpcStub[] {
    const { getTransferState, listTransferRows, confirmTransferRows } = DeliveryTransferServiceDefinition;
    const { listTransferMails, confirmTransferMails } = MailTransferServiceDefinition;
    return [
      stubRpc(getTransferState, () => {
        this.calls++;
        // No process of this release serves it yet.
        if (this.calls === 1) throw new Error('unavailable');
        return { hook_id: 12, delivery_id: 30 };
      }),
      stubRpc(listTransferRows, ({ kind, after_id }) => {
        // One row a page.
        const rows = [...(this.rows.get(kind)?.values() ?? [])].filter(({ _id }) => _id > after_id);
        const [first] = rows.sort((one, other) => one._id - other._id);
        return {
          rows: first ? [JSON.stringify(first)] : [],
          next_after_id: rows.length > 1 ? first?._id : undefined,
          left_out: 0,
        };
      }),
      stubRpc(confirmTransferRows, ({ kind, rows }) => {
        this.confirm(kind, rows);
        return {};
      }),
      stubRpc(listTransferMails, () => ({ mails: [...this.mails.values()] })),
      // The mail is sent at once; its mail server is not there.
      stubRpc(MailContentServiceDefinition.composeMail, () => ({
        name: 'User',
        address: 'user@example.com',
        content: mailContent,
      })),
      stubRpc(confirmTransferMails, ({ ids }) => {
        for (const id of ids) this.mails.delete(id);
        return {};
      }),
    ];
  }
}

describe('the transfer of stored data', () => {
  const source = new Source();
  let receiver: Receiver;
  const hook = (id: number, fields: object = {}): Row => ({
    _id: id,
    version: 1,
    project_id: 5,
    url: receiver.url,
    push_events_branch_filter: '',
    ...off,
    issues_events: true,
    enable_ssl_verification: true,
    token: 'secret',
    signing_token: null,
    created_at: at,
    updated_at: at,
    ...fields,
  });
  const delivery = (id: number, fields: object = {}): Row => ({
    _id: id,
    version: 0,
    hook_id: 10,
    event_key: `event-${id}:10`,
    event_id: `event-${id}`,
    trigger: 'issues_hooks',
    event_name: 'Issue Hook',
    resource: 'issue:1',
    state: 'waiting',
    occurred_at: at,
    due_at: at,
    created_at: new Date().toISOString(),
    tries: 0,
    request_data: JSON.stringify({ number: id }),
    url: '',
    request_headers: {},
    response_headers: {},
    response_body: '',
    response_status: '',
    internal_error: '',
    execution_duration: 0,
    ...fields,
  });
  beforeAll(async () => {
    receiver = await startReceiver();
    source.put(HOOK, hook(10));
    source.put(HOOK, hook(11, { project_id: null, token: null, failures: 4, disabled_until: at }));
    source.put(INTEGRATION, {
      _id: 12,
      version: 2,
      project_id: 5,
      slug: 'slack',
      ...off,
      push_events: true,
      properties: '{"webhook":"https://chat.example/hidden"}',
      created_at: at,
      updated_at: at,
    });
    source.put(WAITING, delivery(21));
    source.put(COMPLETE, delivery(20, { state: 'delivered', due_at: undefined, response_status: '200' }));
    source.mails.set('event-1/7', {
      id: 'event-1/7',
      user_id: 7,
      reason: 'mentioned',
      notification: {
        event_id: 'event-1',
        kind: 'created',
        at,
        actor: 1,
        project_id: 5,
        group_id: undefined,
        details: '{"target_type":"Issue","target_id":3}',
      },
      tries: 2,
      created_at: at,
    });
  });
  afterAll(() => receiver.close());

  const service = startInProcess(deliveries, {
    siblings: [
      ...source.stubs(),
      stubRpc(SettingsServiceDefinition.getSettings, () => ({
        ...emptyResponse(SettingsServiceDefinition.getSettings),
        outbound_local_requests_whitelist: [RECEIVER_HOST],
      })),
    ],
    // Nothing listens there.
    environment: { FORGE_SMTP_URL: 'smtp://127.0.0.1:1' },
  });
  const hooks = () => service.as(caller, ProjectHookServiceDefinition);
  const collection = (name: string) => service.connection().collection<Record<string, unknown>>(name);
  const listHooks = async () => (await hooks().listProjectHooks({ id: '5', page: 1, per_page: 20 })).hooks;

  it('has transferred webhooks and integrations with their ids when the service is ready', async () => {
    expect(await listHooks()).toMatchObject([{ id: 10, url: receiver.url, issues_events: true, created_at: at }]);
    const stored = await collection('hooks').find().sort({ _id: 1 }).toArray();
    expect(stored).toMatchObject([
      { _id: 10, project_id: 5 },
      { _id: 11, project_id: null, failures: 4 },
    ]);
    // Secrets are encrypted with the key of this service.
    const [integration] = await collection('integrations').find().toArray();
    expect(JSON.stringify([stored, integration])).not.toMatch(/secret"|hidden/);
    const box = createSecretBox('secret-of-the-suite', 'integration');
    expect(integration).toMatchObject({ _id: 12, slug: 'slack', push_events: true });
    expect(box.open(String(integration?.['properties']))).toContain('hidden');
    expect(source.rows.get(HOOK)?.size).toBe(0);
  });

  it('sends the deliveries that waited, with the token of their webhook, and keeps the log', async () => {
    const [received] = await waitFor(
      () => Promise.resolve(receiver.received),
      (all) => all.length > 0,
    );
    expect(received).toMatchObject({ body: { number: 21 }, headers: { 'x-gitlab-token': 'secret' } });
    expect(received?.headers['idempotency-key']).toBe('event-21:10');
    await waitFor(
      () => collection('hook_deliveries').find({ state: 'delivered' }).sort({ _id: 1 }).toArray(),
      (all) => all.length === 2,
    );
    expect(source.rows.get(WAITING)?.size).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });

  it('takes over queued mails', async () => {
    const mail = await waitFor(
      () => collection('mails').findOne({ _id: 'event-1/7' as never }),
      (found) => found !== null,
    );
    expect(mail).toMatchObject({ user_id: 7, reason: 'mentioned', news: { kind: 'created', project_id: 5 } });
    await waitFor(
      () => Promise.resolve(source.mails.size),
      (size) => size === 0,
    );
  });

  it('gives higher ids to new webhooks', async () => {
    const { id } = await hooks().createProjectHook({ id: '5', url: receiver.url });
    expect(id).toBeGreaterThan(12);
    // A process of an earlier release gave the id to another webhook of the same time.
    source.put(HOOK, hook(id, { url: `${receiver.url}/other`, created_at: '2026-02-02T00:00:00.000Z' }));
    await publish('projects.hook.created', id);
    const all = await waitFor(listHooks, (found) => found.length === 3);
    expect(all.find((one) => one.id === id)?.url).toBe(receiver.url);
    expect(all.at(-1)?.url).toBe(`${receiver.url}/other`);
  });

  it('follows changes and deletions by processes of an earlier release', async () => {
    source.put(HOOK, hook(10, { version: 2, push_events: true, token: 'changed' }));
    await publish('projects.hook.updated', 10);
    await waitFor(listHooks, ([first]) => first?.push_events === true);
    await publish('projects.hook.deleted', 10);
    await waitFor(listHooks, (found) => found.every(({ id }) => id !== 10));
    const { data } = await service.published('deliveries.hook.deleted', ({ subject }) => subject === '10');
    expect(data.entity).toMatchObject({ id: 10, project_id: 5 });
  });

  function publish(type: 'projects.hook.created' | 'projects.hook.deleted' | 'projects.hook.updated', id: number) {
    const { _id, version: _, token: _token, signing_token: _key, updated_at: _time, ...fields } = hook(id);
    const entity = { id: _id, ...fields, alert_status: 'executable', disabled_until: null };
    return service.publish(type, { subject: id, entity: entity as never });
  }
});
