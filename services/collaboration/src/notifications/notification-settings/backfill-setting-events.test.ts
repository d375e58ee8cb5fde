import { waitFor } from '@forgemesh/testing';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { changeSetting } from './change-setting';
import { presentNotificationSettingEvent } from './notification-setting.entity';
import { createNotificationSettingModel } from './notification-setting.model';
import { backfillSettingEvents } from './backfill-setting-events';

describe('settings that an earlier release stored', () => {
  let setup: Awaited<ReturnType<typeof openTestOutbox>>;
  beforeEach(async () => {
    setup = await openTestOutbox();
  });
  afterEach(() => setup.close());

  /** Two settings: one that stays unchanged, and one that its user changes. */
  async function open() {
    const model = createNotificationSettingModel(setup.connection);
    await model.collection.insertMany([
      { _id: '5/project/7', user_id: 5, place: 'project/7', level: 'watch', events: { new_note: true } },
      { _id: '5/group/3', user_id: 5, place: 'group/3', level: 'mention' },
    ] as never[]);
    return { model, deps: { notificationSettings: setup.outbox.store(model, presentNotificationSettingEvent) } };
  }

  it('are published once', async () => {
    const { model, deps } = await open();
    for (const _time of ['first', 'second']) {
      await backfillSettingEvents(deps);
      const rows = await model.find({}, { outbox: 0, outbox_at: 0 }).sort({ _id: 1 }).lean();
      expect(rows).toEqual([
        { _id: '5/group/3', user_id: 5, place: 'group/3', level: 'mention', version: 1 },
        { _id: '5/project/7', user_id: 5, place: 'project/7', level: 'watch', version: 1, events: { new_note: true } },
      ]);
    }
  });

  it('are published with their first change, and not again', async () => {
    const { model, deps } = await open();
    const found = await changeSetting(deps, 5, 'project/7', { events: { new_issue: true } });
    expect(found).toMatchObject({ level: 'watch', version: 1, events: { new_note: true, new_issue: true } });
    expect(found?.outbox).toMatchObject([{ type: 'collaboration.notification_setting.updated', version: 1 }]);
    await changeSetting(deps, 5, 'project/7', { events: { new_issue: false } });
    await backfillSettingEvents(deps);
    const row = await waitFor(
      () => model.findOne({ _id: '5/project/7' }).lean(),
      (one) => (one?.outbox?.length ?? 0) <= 1,
    );
    expect(row).toMatchObject({ version: 2, events: { new_note: true, new_issue: false } });
  });
});
