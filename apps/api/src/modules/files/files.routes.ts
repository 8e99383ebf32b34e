import type { HandlersOf } from '../../platform/http/handler.ts';
import { downloadsService, type DownloadsDeps } from './files.service.ts';

export function filesHandlers(deps: DownloadsDeps): HandlersOf<'files'> {
  const downloads = downloadsService(deps);
  return {
    downloadFileStep: ({ actor, params }) => downloads.stepFile(actor, params.name),
    downloadFileRequest: ({ actor, params }) => downloads.requestFile(actor, params.name),
    downloadFileMessage: ({ actor, params }) => downloads.messageFile(actor, params.name),
  };
}
