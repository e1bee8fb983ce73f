// @ts-check
// Simplified to Traditional Chinese, for our own texts. Made by web/tests/traditional.mjs, which compares it with
// OpenCC on all of them.

const SIMPLIFIED = "与业丢两个为么义习于亚仅从们价优会传余兑关内写军冲决准几击则删别制务动势华单卧却压双变台号后吗启园围国图坏垫墙声处备复头学实宫对寻导将尽层布帅师带并库应开异弃强归当录态总战执扩护择挂挡损换据摆敛数断无旧时显暂机杀条来极标树样桥横欢残毙汉没注浅浏温满灯点爱牵状环现电画盏盘着码确离种积称竖笔类紧红约级纵线练细终绊经结绕绘给绝统继续维缓编缩网联胆胜脑脸节范荣虚补装见观规视览计认让议记讲许论设访证评试话语误说请读课谁谱负败贪贴赛赢车转轮软轴载较输边达过运还这进远连选里钓钟钥钩铁链错键长门闭问闲间闷阅队际险随难页顶项顺须顾顿预频题风飞马验骤鱼鸯鸳鹜龟";
const TRADITIONAL = "與業丟兩個為麼義習於亞僅從們價優會傳餘兌關內寫軍衝決準幾擊則刪別製務動勢華單臥卻壓雙變臺號後嗎啟園圍國圖壞墊牆聲處備復頭學實宮對尋導將盡層佈帥師帶並庫應開異棄強歸當錄態總戰執擴護擇掛擋損換據擺斂數斷無舊時顯暫機殺條來極標樹樣橋橫歡殘斃漢沒註淺瀏溫滿燈點愛牽狀環現電畫盞盤著碼確離種積稱豎筆類緊紅約級縱線練細終絆經結繞繪給絕統繼續維緩編縮網聯膽勝腦臉節範榮虛補裝見觀規視覽計認讓議記講許論設訪證評試話語誤說請讀課誰譜負敗貪貼賽贏車轉輪軟軸載較輸邊達過運還這進遠連選裡釣鐘鑰鉤鐵鏈錯鍵長門閉問閒間悶閱隊際險隨難頁頂項順須顧頓預頻題風飛馬驗驟魚鴦鴛鶩龜";
/** Where a character changes otherwise than usual. @type {[string, string][]} */
const WORDS = [["复制", "複製"], ["复就", "複就"], ["反复", "反覆"], ["制之", "制之"], ["复的", "覆的"], ["牵制", "牽制"], ["答复", "答覆"], ["坐标", "座標"], ["重复", "重複"]];

const characters = new Map([...SIMPLIFIED].map((from, index) => [from, TRADITIONAL[index]]));
const pattern = new RegExp([...WORDS.map(([from]) => from), `[${SIMPLIFIED}]`].join("|"), "g");
const partners = new Map([...characters, ...WORDS]);

/** @param {string} text */
export const traditional = (text) => text.replace(pattern, (found) => partners.get(found) ?? found);
