/**
 * Words in Moroccan passwords that the library's packs lack: places in their usual spellings, Darija, first names and
 * clubs. Each list begins with the likeliest words.
 */
const places = `maroc morocco maghrib almaghrib lmaghrib marruecos tanger tangier tanja tangiers tetouan tetuan titwan titouan
  hoceima alhoceima hociema alhucemas chefchaouen chaouen chefchaouene chawen xauen larache laraich laarach fnideq fnidek
  mdiq martil martile rincon assilah asilah ouezzane ouazzane wazzan ouazan ksar ksarelkebir ksarkebir casablanca dar darlbida
  darbida casa caza rabat ribat sale sala marrakech marrakesh mrakch kech fes fez fass meknes meknas agadir oujda oujda wajda
  kenitra quenitra laayoune layoune dakhla nador berkane taza khouribga settat jadida eljadida essaouira souira safi asfi
  benimellal khenifra errachidia rachidia ouarzazate warzazat zagora tinghir tiznit taroudant taroudante guelmim tantan
  tarfaya smara essmara boujdour aousserd sidikacem sidislimane sidibennour sidiifni mohammedia temara skhirat benslimane
  berrechid nouaceur mediouna khemisset ifrane azrou sefrou elhajeb boulemane taounate moulayyacoub guercif jerada driouch
  taourirt figuig midelt azilal fquihbensalah rehamna benguerir kelaa sraghna chichaoua haouz youssoufia inezgane aitmelloul
  chtouka biougra tata assazag imzouren imzourene bnibouayach targuist ketama issaguen bouhachem jebha oued laou ouedlaou
  bouahmed cabonegro capnegro tamuda smir ceuta sebta melilla melilia spartel malabata boukhalef gzenaya gueznaia beniensar
  mesnana beni makada benimakada charf mghogha souani dradeb marchan kasbah qasba medina mdina souk souq corniche rif rifi
  riffi jbala jbel atlas sahara oriental souss doukkala chaouia gharb tadla loukkos tangermed tingis lixus`;
const darija = `salam salamo labas bikhir marhaba mrhba bslama chokran choukran shukran hamdoulah hamdoullah hamdullah hamdulilah
  alhamdulillah lhamdolah hmdlh inchallah inchaallah nchallah insha inshallah bismillah bismilah allah allahakbar
  allahouakbar mashallah machallah tbarkallah tabarkallah soubhanallah astaghfirullah starfollah yarabi yarbi rabbi rabi
  mohamed muhammad nabi islam muslim mouslim quran coran ramadan ramadane mabrouk mabrok aid eid hbibi habibi habibti hbiba
  hbib bibi bibti 7bibi 7biba 7bibti hob houb lhob 7ob hayati 7ayati omri 3omri rouhi roh galbi 9albi albi qalbi galb 9alb
  zwina zwin zine zin zinelzin ghzala ghzal lghzal nti nta ana anaya ntia khouya khoya khoia khti khtiti oukhti sahbi sa7bi
  sahbti drari drry bnat benti bnti weldi wldi oulad wlad mama mami yemma yema mimti mimi lwalida walida lwalid baba bba
  lwalidin jeddi jedda hanna 3ayla aila dari dar bladi lblad bled watani watan wlidi wliyed mazyan mezyan wakha safi yallah
  yalah yala bzaf bezaf chwiya daba ghadi lyoum ghda sbah sbahlkhir lil lila nhar nhari qamar gamar nejma njma chams chems
  shams ward warda zahra yasmin yasmine yasmina amal hanan salma rahma baraka karama horia houria hourria hanae fatima
  fatimazahra fatiha khadija aicha meryem mariam maryam zineb zainab soukaina oumaima hajar imane ikram ilham naima najat
  nadia nawal samira souad latifa malika rachida saida hayat ghita youssef yousef youness younes yassine yacine ayoub anas
  amine mehdi hamza omar othmane bilal ilyas ilyass soufiane sofiane zakaria zakariae ismail abdellah abdelilah
  abdelhak abdelkader abderrahim abderrahman abdou hassan hossein houssam hicham jamal kamal karim khalid mostafa mustafa
  mourad nabil noureddine rachid redouane saad said tarik taha walid badr brahim lahcen driss idriss oussama raja rajaoui
  dimaraja rajacasa wydad wac dimawydad winners moghreb moghrebtetouan mat ittihad irt ittihadtanger farrabat asfar hassania
  dima dimamaghrib dimamaroc botola lions oussoud atlaslions hakimi ziyech bounou ounahi amrabat ennesyri regragui couscous
  ksksou tajine tajin atay atai naanaa harira bastila msemen baghrir khobz kahwa zitoun zitouna louz tamar dirham flouss
  flous sadaka khadma lkhedma mostakbal taxi tram hanout lycee madrasa jamia bac`;
export const moroccanWords: readonly string[] = [places, darija].flatMap((list) =>
  list.split(/\s+/),
);
