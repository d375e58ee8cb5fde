import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { findLicenseTemplate, listLicensesOf } from '../find-template';
import type { TemplatesDeps } from '../deps';

/** Lists the licenses with their texts, with unfilled placeholders. */
export const listLicenseTemplates = operation(
  TemplateServiceDefinition.listLicenseTemplates,
  async (request, call: Call<TemplatesDeps>) => {
    const licenses = pageRows(call, await listLicensesOf(call, request.popular), request);
    return { licenses: await Promise.all(licenses.map(({ key }) => findLicenseTemplate(call, key, {}, 'License'))) };
  },
);
