/**
 * Words that praise. Written for this project from general knowledge of English and of home services; no published
 * word list and no evaluation text was copied. `word~` also stands for its forms in -s, -es, -ed, -ing and -ingly.
 */
export const POSITIVE: Readonly<Record<"1" | "2" | "3", string>> = {
  "3": `
    amazing amazingly awesome excellent excellently exceptional exceptionally fantastic fabulous flawless flawlessly
    impeccable impeccably incredible magnificent marvelous marvellous outstanding perfect perfectly perfection phenomenal awsome excelent exellent amazin fantasic wonderfull
    brilliant brilliantly spectacular stellar stunning superb superbly terrific unbeatable wonderful wonderfully
    extraordinary exquisite sublime heavenly best love loved loves adore~ lifesaver delicious superior wow`,
  "2": `
    awarded beautiful beautifully bless blessed blessing blessings blown delight~ delightful divine fab favorite favourite
    gem gems gold grateful gratitude great greatest greatly happy happier happiest happily honest honestly honesty
    impress~ impressive kudos lovely outstandingly pleased pleasure polite politely professional professionally
    professionalism professionals recommend~ recommendation remarkable spotless spotlessly thank thanks thankful
    thanked thrilled top topnotch trustworthy trusted superbly scrumptious yummy unforgettable ecstatic elegant
    fantastically cheerful hero heroes angel angels invaluable praise~ legend caring compassionate exemplary profesional proffesional proffessional professionel knowledgable knowlegable
    knowledgeble freindly friendley curteous courtious courteus respectfull helpfull recomend reccomend reccommend recommed
    recomended recomending
    knowledgeable courteous respectful thoughtful friendly friendliest skilled skillful skilful talented glad
    informative attentive meticulous meticulously conscientious reassuring supportive mouthwatering tasty tastiest
    flavorful flavourful refreshing integrity proud bravo congrats`,
  "1": `
    able accessible accommodating accommodated accurate accurately affordable advantage appreciate~ appreciative
    approachable appropriate appropriately articulate authentic available benefit~ better bonus bright calm calming calmly calmed
    careful carefully charming cheap cheaper classy clean cleaned cleaner cleanest cleanly clear clearly clever comfort~
    comfortable comfortably comforting competent competently competitive complimentary complimented confident confidently
    consistent consistently considerate convenient conveniently cool cooperative correct correctly cosy cozy courtesy crisp
    decent dedicated dedication dependable detailed diligent diligently easy easier easily effective effectively efficient
    efficiently effortless empathetic empathy encourag~ energetic enjoy~ enjoyable enjoyment enthusiastic exact expert
    expertise expertly experts fair fairer fairly faithful fast faster fastest fine fixed flexible fluffy free fortunate fresh
    freshly fun generous generously genuine genuinely gentle gently gentleman gentlemen good gracious handy hassle-free
    healthy helpful helped helps honorable honored honoured hospitable humble immaculate improved improvement improvements
    innovative inspir~ inspiring intelligent interesting inviting juicy kind kindly kindness kindest lean likeable
    liked likes lively logical loyal lucky luckily memorable modern neat neatly nice nicely nicer nicest
    notch ontime organized organised painless passionate patient patiently patience peace peaceful personable pleasant
    pleasantly pleasing plentiful plus polished precise precisely prepared prompt promptly promptness proper properly
    punctual punctuality puntual promt promtly quick quicker quickest quickly quiet quietly ready reasonable reasonably
    reassur~ relaxed relaxing reliable reliability reliably relief relieved resolved respect respected responsible responsive
    responsiveness rewarding rich right robust romantic safe safely safer satisfied satisfy satisfying satisfaction
    savvy seamless seamlessly secure sensible sensitive sharp sincere sincerely skill skills smart smile smiles smiling
    smooth smoothly smoother solid solved spacious speedy speedily stable straightforward strong stylish succeed~ success
    successful successfully super superfast support~ sweet sweetest swift swiftly sympathetic tactful tender
    thorough thoroughly thoroughness tidy tidied tidier timely tops transparent treat trust understanding unique upfront
    useful valuable value versatile warm warmly welcomed welcoming well willing win winner worth worthwhile worthy
    yes refund refunded respectfully creative creamy generously ample perfecto gorgeous reasonable cute
    hilarious hip trendy vibrant upbeat attractive bargain plush fragrant aromatic succulent crispy moist flaky
    addictive airy artful bliss bountiful buttery captivating celebrate~ civilized classic classy craveable decadent dependably dreamy eager eagerly elegantly entertaining enthusiastically exotic fancy festive fav flair flavorfully fond freshest gourmet graciously handsome hearty homemade homey huge hugely imaginative inexpensive inventive intimate loveable luscious luxurious mellow memorably merrier mellow nicely notable outdid perk perks picturesque plenty quaint quirky recommended rave raved raves savory scenic serene sleek soothing sumptuous sunny swanky tempting tenderly unpretentious unparalleled warmth whimsical worldclass yum zesty zest zing accommodate accommodates interested eased swept rescued spoiled impartial attention adequate satisfactory`,
};
