import { panelStringsSchema } from '../protocol/strings.ts';
import { CodeColourer } from './codeColours.ts';
import { connectHost } from './host.ts';
import { Panel } from './panel.ts';
import { tellUse } from './tellUse.ts';

const strings = panelStringsSchema.parse(JSON.parse(document.body.dataset['strings'] ?? '{}'));
const host = connectHost(strings.noAnswer);
const colours = new CodeColourer(host, document.body.dataset['codeWorker'] ?? '');
const panel = new Panel({ strings, host, colours });
document.body.append(panel.element);
host.listen((message) => panel.apply(message));
tellUse(host);
host.post({ type: 'ready' });
