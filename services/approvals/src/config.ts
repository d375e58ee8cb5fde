/** Configuration of the approvals service: the variables that all services share. */
import { readConfig, serviceVariables, type ServiceConfig } from '@forgemesh/service';

export const config: ServiceConfig = readConfig(process.env, serviceVariables);
