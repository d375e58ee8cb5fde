/** The visitor's to-do list. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Todo } from '#api/types';
import { FilterSelect } from '#components/filter-select';
import { StateTabs } from '#components/items/state-tabs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { Empty, Loaded } from '#components/states';
import { todoKeys, listTodos, markAllTodosAsDone, markTodoAsDone, markTodoAsPending } from '#data/todos';
import { useAction } from '#lib/use-action';
import { oneOf, useFilters } from '#lib/use-filters';
import { useTitle } from '#lib/use-title';
import { useLive } from '#live/use-live';
import { TodoItem, titleOf } from './todo-item';
import styles from './todos.module.css';

const TYPES = ['Issue', 'MergeRequest', 'Epic'] as const;
const typeTexts = { '': t`All types`, Issue: t`Issues`, MergeRequest: t`Merge requests`, Epic: t`Epics` };

const actions = [
  'assigned',
  'mentioned',
  'directly_addressed',
  'review_requested',
  'approval_required',
  'build_failed',
  'unmergeable',
  'marked',
] as const;
const actionTexts = {
  '': t`All reasons`,
  assigned: t`Assigned`,
  mentioned: t`Mentioned`,
  directly_addressed: t`Addressed`,
  review_requested: t`Review requested`,
  approval_required: t`Approval required`,
  build_failed: t`Pipeline failed`,
  unmergeable: t`Cannot be merged`,
  marked: t`Added by you`,
};

const filterNames = ['type', 'action'];

/** Shows the list. */
export function TodosPage() {
  const filters = useFilters(filterNames);
  const page = usePageNumber();
  const state = oneOf(filters.get('state'), ['done']) ?? ('pending' as const);
  const type = oneOf(filters.get('type'), TYPES);
  const action = oneOf(filters.get('action'), actions);
  const wanted = { state, page, per_page: 30, ...(type && { type }), ...(action && { action }) };
  const query = useQuery({
    queryKey: todoKeys.list(wanted),
    queryFn: () => listTodos(wanted),
  });
  useLive('todos', todoKeys.all);
  const { run, isBusy } = useAction(todoKeys.all);
  // The last one that was marked as done here.
  const [finished, setFinished] = useState<Todo>();
  useTitle(t`To-do list`);
  const change = async (todo: Todo): Promise<void> => {
    const isPending = todo.state === 'pending';
    const isChanged = await run(() => (isPending ? markTodoAsDone(todo.id) : markTodoAsPending(todo.id)));
    if (isChanged) setFinished(isPending ? todo : undefined);
  };
  const undo = async ({ id }: Todo): Promise<void> => {
    if (await run(() => markTodoAsPending(id))) setFinished(undefined);
  };
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>To-do list</Trans>
        </h1>
        {state === 'pending' && (query.data?.items.length ?? 0) > 0 && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void run(() => markAllTodosAsDone())}
          >
            <Trans>Mark all as done</Trans>
          </button>
        )}
      </div>
      <StateTabs
        filters={filters}
        initial="pending"
        tabs={[
          { state: 'pending', text: t`To do`, ...(state === 'pending' && { count: query.data?.total }) },
          { state: 'done', text: t`Done`, ...(state === 'done' && { count: query.data?.total }) },
        ]}
      />
      <div className="toolbar">
        <FilterSelect label={t`Type`} name="type" options={typeTexts} fallback="" />
        <FilterSelect label={t`Reason`} name="action" options={actionTexts} fallback="" />
        {!filters.isEmpty && (
          <button type="button" className="button button-plain" onClick={filters.clear}>
            <Trans>Clear filters</Trans>
          </button>
        )}
      </div>
      {finished && (
        <div className={`notice ${styles.todoUndo}`} role="status">
          <span className="grow">
            <Trans>Done: {titleOf(finished)}</Trans>
          </span>
          <button type="button" className="button button-small" disabled={isBusy} onClick={() => void undo(finished)}>
            <Trans>Undo</Trans>
          </button>
        </div>
      )}
      <Loaded query={query}>
        {(todos) =>
          todos.items.length === 0 ? (
            <Empty title={emptyText(state, filters.isEmpty)} />
          ) : (
            <>
              <ul className="card list">
                {todos.items.map((todo) => (
                  <TodoItem key={todo.id} todo={todo} isBusy={isBusy} change={() => void change(todo)} />
                ))}
              </ul>
              <Pagination page={todos} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

function emptyText(state: 'pending' | 'done', isUnfiltered: boolean): string {
  if (!isUnfiltered) return t`Nothing matches the filters`;
  return state === 'pending' ? t`Nothing to do` : t`Nothing done yet`;
}
