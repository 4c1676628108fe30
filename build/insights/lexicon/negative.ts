/**
 * Words that complain. Written for this project from general knowledge of English and of home services; no published
 * word list and no evaluation text was copied. `word~` also stands for its forms in -s, -es, -ed, -ing and -ingly.
 */
export const NEGATIVE: Readonly<Record<"1" | "2" | "3", string>> = {
  "3": `
    abysmal abysmally appalling appallingly atrocious awful awfully crap crappy deplorable despicable despise~ diabolical
    disgrace disgraceful disgust~ disgusting dreadful fraud fraudulent garbage hate hated hates horrendous horrible horribly
    horrid horrific inedible nightmare outrageous pathetic ripoff robbery robbed rubbish scam scammed scammer scammers
    shameful shocking terrible terribly unacceptable worst worse worthless vile incompetent incompetence crooks crook
    thieves thief useless inexcusable lied liar liars unprofessional dishonest disaster disastrous scandalous terible horible unprofesional unproffesional unproffessional`,
  "2": `
    abusive angry anger annoy~ arrogant arrogance avoid awkward bad badly bait bland bother~ burned burnt careless
    carelessly carelessness cheat~ clueless condescending confrontational crack~ damage~ damaging damages dangerous
    deceiv~ deceptive defective demean~ deteriorat~ dirty disappoint~ disappointing disappointment disappointments
    discourteous disgruntled dishearten~ disheartening dismal dismissive disorganised disorganized disrespect
    disrespected disrespectful dissatisfied distress distressed distressing dreary dump failed failing fails failure failures
    faulty filthy flimsy frighten~ frightening frustrat~ frustrating frustration furious gouge~ gouging greasy greedy
    gross harass~ harsh hazard horror hostile ignored ignoring ignorant ill impatient impersonal impolite impossible
    inaccurate inadequate inappropriate incapable inconsiderate inconsistent inefficient inept inferior inflated insult~ insulting
    irritat~ irritating irresponsible lame lazy lousy mean mediocre mess messed messy mislead~ misleading mistake mistakes mistreat~
    misdiagnosed miserable misinform~ nasty neglect~ negligent negligence noisy obnoxious offend~ offensive overcharg~
    overcooked overpriced overrated painful painfully pissed poor poorer poorly pricey pushy raw refus~ regret~ rip rotten rude
    rudely rudeness ruined sad sadly scratched shady shoddy sick sketchy slack sloppy sloppily slow slower slowest slowly
    smelly smelled sneaky snotty soggy spoiled stale stink~ stolen stole stress~ stressful stupid subpar substandard
    suck~ suffered sullen tasteless terrified threaten~ tough trash unable unanswered unapologetic unappetizing unbearable
    uncaring uncomfortable undercooked unethical unfair unfriendly unhappy unhelpful unhygienic uninterested
    unkind unpleasant unprepared unqualified unreasonable unreliable unresponsive unsafe unsatisfactory unsatisfied
    unskilled untrained untidy untrustworthy unwelcome unwelcoming unwilling upset upsetting useless vague wast~ wasteful weak wrong
    wrongly yelled yelling shouted shouting yuck yucky horribly ghosted redone botched butchered`,
  "1": `
    abandon~ abrupt absent absurd aggressive alas alone ambiguous anxious anxiety argue~ ashamed
    aggravat~ barely blame~ block~ boring bored break breaks bumpy cancel~ cancelled canceled chaos chaotic cheapest
    chewy complain~ complaint complaints complicated concern~ confus~ confusing confusion cramp~ crowded
    cranky cut damp dark dated delay~ delays dent dented difficult difficulty difficulties dim disagree~ disconnect~
    discontinu~ discomfort dislike~ dry dull dusty embarrass~ embarrassing empty error errors excessive excuse excuses
    exhausted expensive expired fault faults fake fear fearful filth flat forgot forgotten forced freezing fuss gimmick
    grease grim gripe grumpy guess half-hearted hassle hard harm hasty haphazard hurried
    hesitant hidden hostility humiliat~ hurt hurts inattentive incomplete inconvenience inconvenienced inconvenient
    incorrect incorrectly indifferent inflexible insane insensitive insufficient interrupt~ isolat~ issue issues junk
    lacked lacking lacks lack late limited limp lonely long longer lose loses loss lost loud lukewarm minimal
    misunderstood misunderstanding missed misses missing monotonous negative nervous never-ending nonexistent nothing
    odd oily outdated overbooked overdue overlook~ overwhelm~ overworked panic pain painstaking pity plain poky postponed pressure
    pressured problem problems problematic promised puddle questionable reluctant reluctantly repetitive resent~ rough rush~
    rubbery ruin~ salty scare~ scary scratch scratches shabby shame short shortage skeptical skimp~ skimpy smell smells
    sorry sour spill~ spilled stain stained stains stiff strange strict struggl~ stuck stuffy surly suspicious
    tacky tardy tedious tense terse tight tiny tired tiresome troubl~ trouble troubles unanswered unavailable unaware
    uncertain unclear unclean uncommon unexpected unfinished unfortunate unfortunately unhealthy uninspired
    uninspiring unimpressed unimpressive unnecessary unnecessarily unorganized unorganised unpredictable unrealistic
    unresolved unsure unsettled unsupported untrue unwell unwanted vacant wait~ waited waiting warned warped watery wet
    worn worried worry worrying worries wobbly cramped noise smoky overdone underwhelming pretentious snobby tourist
    touristy bitter burnt meh uneven inexperienced understaffed clumsy amateur amateurish apathetic attitude bare bothersome brusque busy congested cheapened claustrophobic cluttered contend curt decline declined deny denied disappear~ dodgy dropped fishy flavorless flavourless forgets forgetful forgettable gimmicky gristly grudging hovered impersonal inattention inedibly iffy jammed leathery limited lopsided miniscule minuscule mushy nonchalant oblivious outrageously oversalted overseasoned overbearing packed pricier rancid ridiculous rubber salted scarce scolded scoffed shoved skinny smirk~ snapped snobbish snooty soaked spotty squeezed stingy stuffed sternly tasteless temperamental tiniest underdone uncooked underwhelmed unauthentic uncooperative uninviting uninformed unremarkable unseasoned unsanitary vinegary wilted zoo flawed hell reschedul~ mud muddy leftover trapped alarming`,
};
