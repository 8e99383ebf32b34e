// What every page needs, in this order: tokens, fonts, ground rules.
import 'virtual:wasl/tokens.css';
import './fonts.css';
import './base.css';
