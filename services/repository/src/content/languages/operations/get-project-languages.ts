import { operation, type Call } from '@forgemesh/rpc';
import { LanguageServiceDefinition } from '@forgemesh/proto/repository/v1/language';
import { locateRepository, resolveCommit } from '#commits';
import { presentLanguages } from '../languages.entity';
import { languagesAt } from '../measure-languages';
import type { LanguagesDeps } from '../deps';

/** Gets the languages of the default branch, measured now if a push has just moved it. */
export const getProjectLanguages = operation(
  LanguageServiceDefinition.getProjectLanguages,
  async (_request, call: Call<LanguagesDeps>) => {
    const tip = await resolveCommit(call, undefined);
    const languages = tip === null ? [] : await languagesAt(call.deps, locateRepository(call), tip);
    return { languages: presentLanguages(languages) };
  },
);
